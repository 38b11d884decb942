/**
 * The IP addresses with the same first bits, such as `10.0.0.0/8`. A single address has all its
 * bits.
 */
export interface Network {
  readonly address: string;
  readonly bits: number;
}

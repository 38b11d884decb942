/** All IP addresses that share their first bits, such as `10.0.0.0/8`; a single address has all bits. */
export interface Network {
  readonly address: string;
  readonly bits: number;
}

/** In answers about an environment: its slug. */
export const answeredEnvironmentHeader = "gatehouse-environment";

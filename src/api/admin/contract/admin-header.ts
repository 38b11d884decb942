/** In every answer of the Admin API: clients see that no other program has answered. */
export const adminApiHeader = "gatehouse-admin-api";

/** In every answer of the Admin API, so that clients notice answers of another program. */
export const adminApiHeader = "gatehouse-admin-api";

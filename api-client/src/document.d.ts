/** The text of openapi.json as the server answers it. */
export const readDocument: () => string;

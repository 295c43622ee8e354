/** The page of a report by its secret. It stands behind the #: no server is told it, and no log holds it. */
export const minePath = (id: string, secret: string): string => `/mine/${id}#${secret}`;

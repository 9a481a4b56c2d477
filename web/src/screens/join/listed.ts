/** In the address of an invitation, in place of a key: the table is one of the lobby. */
export const LISTED = "lobby";

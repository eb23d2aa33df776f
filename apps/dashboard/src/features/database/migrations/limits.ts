/** Files that are marked as applied are texts that a form can show, in bytes. */
export const maxFileBytes = 2 * 1024 * 1024

/** Of each migration's text, characters that the search looks through: so many stay quick to search with thousands of them. */
export const searchedLength = 2_000

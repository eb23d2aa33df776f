/** Tickets are asked for this many at a time. */
export const ticketsPageSize = 20
/** An error of more characters than this does not stay in the address of the form: nobody could load it again. */
export const addressErrorMaxLength = 2_000

/** What is typed is searched for when it has rested for so many milliseconds. */
export const settleMs = 200

/** The row was deleted, or its key changed, since it was fetched. */
export class RowGone extends Error {
  constructor() {
    super('This row is no longer there: it was deleted, or its key was changed.')
  }
}

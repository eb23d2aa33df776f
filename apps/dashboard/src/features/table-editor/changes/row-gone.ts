import { rowGoneText } from './messages.ts'
/** The row was deleted, or its key changed, since it was fetched. */
export class RowGone extends Error {
  constructor() {
    super(rowGoneText.gone)
  }
}

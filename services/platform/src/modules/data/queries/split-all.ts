import { type Command, splitCommands } from '@colonnade/pg'

/** A statement of one of several texts. */
export interface PlacedCommand extends Command {
  /** Which text it is of, from 0. */
  readonly statement: number
}

/** All of them here and now. @throws AppError `too_complex` */
export function splitAll(texts: readonly string[], most: number): PlacedCommand[] {
  const commands: PlacedCommand[] = []
  for (const [statement, text] of texts.entries()) {
    for (const command of splitCommands(text, most - commands.length)) commands.push({ ...command, statement })
  }
  return commands
}

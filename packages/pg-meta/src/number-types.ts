const numberTypes = /^(?:smallint|integer|bigint|numeric(?:\(\d+(?:,-?\d+)?\))?|real|double precision|money|oid)$/

/** Whether values of a type, as format_type() prints it, are numbers: those stand at the right. */
export function isNumberType(type: string): boolean {
  return numberTypes.test(type)
}

/** Returns the columns of a filter: `a=eq.1,"b c"=in.(x,y)` has two. Commas in quotes and parentheses are part of values. */
export function filterColumns(filter: string): readonly string[] {
  const names = partsOf(filter).flatMap((part) => /^([^=]+)=/.exec(part.trim())?.[1]?.trim() ?? [])
  return [...new Set(names.map((name) => /^"(.*)"$/s.exec(name)?.[1]?.replace(/\\(.)/gs, '$1') ?? name))]
}

function partsOf(filter: string): readonly string[] {
  const parts = ['']
  let depth = 0
  // a quoted string is one token, including its escapes
  for (const sign of filter.match(/"(?:\\.|[^"\\])*"?|[\s\S]/g) ?? []) {
    if (sign === ',' && depth === 0) parts.push('')
    else {
      if (sign === '(') depth += 1
      else if (sign === ')') depth -= 1
      parts[parts.length - 1] += sign
    }
  }
  return parts
}

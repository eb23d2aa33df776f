/** What a folder without files is kept as, as storage's other clients do. */
const placeholder = '.emptyFolderPlaceholder'

/** Where the object of a key is stored. S3 keeps keys as they are; an empty one that ends in a slash stands for a folder. */
export function storedName(key: string): string {
  return key.endsWith('/') ? `${key}${placeholder}` : key
}

export function keyOfName(name: string): string {
  return name.endsWith(`/${placeholder}`) ? name.slice(0, -placeholder.length) : name
}

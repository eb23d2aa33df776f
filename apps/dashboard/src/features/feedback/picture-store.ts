/** Where pictures of drafts are kept: too large for local storage. All of it fails where the browser keeps nothing. */
export interface PictureStore {
  read(key: string): Promise<Blob | null>
  write(key: string, picture: Blob): Promise<void>
  remove(key: string): Promise<void>
}

const databaseName = 'feedback'
const tableName = 'pictures'

/** Pictures in IndexedDB. A connection is opened for each call, and closed after it: calls are rare, and none then stands in the way of another tab. */
export function indexedPictures(): PictureStore {
  return {
    read: async (key) => {
      const found = await withTable('readonly', (table) => table.get(key))
      return found instanceof Blob ? found : null
    },
    async write(key, picture) {
      await withTable('readwrite', (table) => table.put(picture, key))
    },
    async remove(key) {
      await withTable('readwrite', (table) => table.delete(key))
    },
  }
}

async function withTable<Result>(mode: IDBTransactionMode, ask: (table: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  const database = await open()
  try {
    const transaction = database.transaction(tableName, mode)
    const request = ask(transaction.objectStore(tableName))
    return await new Promise((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The browser gave up keeping the picture')))
    })
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(tableName))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps no pictures')))
  })
}

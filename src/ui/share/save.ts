/** How long a saved file's address stays valid, for slow browsers. */
const KEPT_MS = 60_000

/** The file type of `saveJson`, for a field that accepts such files. */
export const JSON_FILES = '.json,application/json'

export function saveJson(name: string, text: string): void {
  save(name, new Blob([text], { type: 'application/json' }))
}

export function save(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}

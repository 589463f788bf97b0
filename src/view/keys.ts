/** Whether a key was pressed together with Ctrl, ⌘ or Alt: then it means something to the browser, such as Alt+← to go back. */
export function isChord({ ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return ctrlKey || metaKey || altKey
}

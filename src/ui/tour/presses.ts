/**
 * Returns a function that says whether the reader has pressed anything since. Content that arrives late takes the focus
 * only if the reader has not.
 */
export function watchPresses(): () => boolean {
  let isPressed = false
  const onPress = () => (isPressed = true)
  for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, onPress, { capture: true, once: true })
  return () => isPressed
}

/**
 * Whether the reader has pressed anything since this was called: what arrives late takes the focus only where nobody
 * went on meanwhile.
 */
export function watchPresses(): () => boolean {
  let isPressed = false
  const onPress = () => (isPressed = true)
  for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, onPress, { capture: true, once: true })
  return () => isPressed
}

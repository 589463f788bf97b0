import { type EnvEntry, GO_SETTINGS } from './manifest.ts'
import type { Line } from './words.ts'

/** Programs that may set variables and start another program. If the first word is `-c`, the image starts a shell. */
const STARTERS =
  /^(env|exec|sudo|su-exec|gosu|tini|dumb-init|nice|nohup|time|timeout|xargs|busybox|(ba|da|a|z|k)?sh|-[a-z]*c)$|entrypoint/

/** We ignore further words of a command: only words at its beginning set variables. */
const MOST_WORDS = 1000

/**
 * The settings that a command may set, without their values: if `env`, a shell or the like starts the program. For any
 * other program, words that look like assignments are arguments.
 * @param before the variables of the container, which the program also gets
 */
export function setByCommand(words: readonly Line[], before: readonly EnvEntry[]): EnvEntry[] {
  const program = words[0]?.text.split('/').at(-1) ?? ''
  if (!STARTERS.test(program)) return []
  return unknownSettingsIn(words.slice(0, MOST_WORDS), before)
}

/** Commands that set or remove the variables that they name. `env -u GOGC` may be three words, and `GOGC` one of them. */
const CHANGES = String.raw`(?:\b(?:unset|read|for)|\s-u|--unset)\b[^;&|\n]{0,200}?`

/**
 * The settings that lines of a shell may set, without their values. `GOGC=$GOGC` and `GOGC=${GOGC:-50}` change nothing
 * if the container sets the variable.
 * @param before the variables of the container
 */
export function unknownSettingsIn(lines: readonly Line[], before: readonly EnvEntry[] = []): EnvEntry[] {
  return GO_SETTINGS.flatMap((name) => {
    const isSet = before.some((one) => one.name === name && one.text !== '')
    const own = isSet ? String.raw`(?!="?\$\{?${name}\b(?!:?=))` : ''
    const bare = String.raw`(?<![\w$]|\$\{)${name}`
    const sets = new RegExp(String.raw`${bare}${own}\+?=|\$\{${name}:?=|${CHANGES}${bare}\b|^${name}$`)
    const found = lines.find(({ text }) => sets.test(text))
    return found ? [{ name, text: undefined, from: 'a command', line: found.line }] : []
  })
}

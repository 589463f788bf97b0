// For `node --import`: the folders without React and the DOM are imported by Node itself, see hooks.mjs.
import { register } from 'node:module'

register('./hooks.mjs', import.meta.url)

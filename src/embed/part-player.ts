import { createAppPlayer } from '../view/app-player.ts'
import { registerPart } from './part-registry.ts'

registerPart('player', createAppPlayer)

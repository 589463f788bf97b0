import { createAppPlayer } from '../view/player/app-player.ts'
import { registerPart } from './part-registry.ts'

registerPart('player', createAppPlayer)

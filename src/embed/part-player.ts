import { createAppPlayer } from '../view/app-player.ts'
import { givePart } from './given.ts'

givePart('player', createAppPlayer)

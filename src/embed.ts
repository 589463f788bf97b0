import { startEmbed } from './embed/start.ts'
import './charts/charts.css'
import './charts/map/map.css'
import './ui/tokens.css'
import './ui/controls.css'
import './embed/embed.css'

const host = document.getElementById('embed')
if (!host) throw new Error('the page has no #embed')
startEmbed(host)

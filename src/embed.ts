import { startEmbed } from './embed/start.ts'
import './charts/charts.css'
import './charts/map/map.css'
import './ui/styles/tokens.css'
import './ui/controls/controls.css'
import './embed/embed.css'

const host = document.getElementById('embed')
if (!host) throw new Error('the page has no #embed')
startEmbed(host)

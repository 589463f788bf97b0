import { element } from '../view/dom.ts'
import { allowOwnWorkers, SERVICE_WORKER } from '../work/own-scripts.ts'
import './update-note.css'

/**
 * Stores this build in the browser, so that the page opens without a network. Nothing reloads by itself. If the browser
 * cannot store it (no secure origin, a sandbox, storage refused), the page works as before.
 */
export async function keepOffline(): Promise<void> {
  try {
    const { serviceWorker } = navigator
    const wasKept = serviceWorker.controller !== null
    allowOwnWorkers()
    const registration = await serviceWorker.register(SERVICE_WORKER)
    if (!wasKept) return
    // Another tab may have installed the new build.
    serviceWorker.addEventListener('controllerchange', () => showNote(() => location.reload()))
    followUpdates(registration)
  } catch {
    // The page works without it.
  }
}

function followUpdates(registration: ServiceWorkerRegistration): void {
  const offer = (worker: ServiceWorker) =>
    showNote(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload())
      worker.postMessage('take over')
    })
  const follow = (worker: ServiceWorker) =>
    worker.addEventListener('statechange', () => {
      if (worker.state === 'installed') offer(worker)
    })
  if (registration.waiting) offer(registration.waiting)
  if (registration.installing) follow(registration.installing)
  registration.addEventListener('updatefound', () => {
    if (registration.installing) follow(registration.installing)
  })
}

/** One quiet line at the edge of the page; it replaces an earlier one. */
function showNote(onReload: () => void): void {
  document.querySelector('.update-note')?.remove()
  const button = element('button', { type: 'button', class: 'inline' }, 'Reload')
  button.addEventListener('click', onReload)
  const note = element('p', { class: 'update-note', role: 'status' })
  document.body.append(note)
  // A screen reader reads text that is added to an existing status element.
  note.append('A new version is ready. ', button)
}

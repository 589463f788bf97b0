import { expect, type Page } from '@playwright/test'

/** A manifest with GOMEMLIMIT=512, which Go takes for bytes, in a container of 512 MiB. */
export const MANIFEST = `apiVersion: v1
kind: Pod
spec:
  containers:
    - name: app
      resources: {limits: {memory: 512Mi, cpu: "2"}}
      env:
        - {name: GOMEMLIMIT, value: "512"}
        - {name: DB_PASSWORD, value: s3cr3t-hunter2}
`

/** Pastes into the page, while no field has the focus. */
export async function paste(page: Page, text: string): Promise<void> {
  // What stands there before the page runs takes nothing.
  await expect(page.getByRole('main')).toBeVisible()
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, text)
}

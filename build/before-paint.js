// Runs in every built page before the first paint. The HTML is the page for a first visit without a link. All others
// get the theme that they chose, and never see a run that is not their own.
{
  const { dataset } = document.documentElement
  if (location.hash !== '' || history.state !== null) dataset.linked = ''
  try {
    const theme = localStorage.getItem('sawtooth.theme')
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
    if (localStorage.getItem('sawtooth.visited') !== null) dataset.visited = ''
  } catch {
    // No storage here.
  }
}

// In every built page, before anything is painted: what stands in the HTML is the page of somebody who comes for the
// first time and without a link. Everybody else has the theme that they chose, and never sees another run than their own.
{
  const { dataset } = document.documentElement
  if (location.hash !== '' || history.state !== null) dataset.linked = ''
  try {
    const theme = localStorage.getItem('sawtooth.theme')
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
    if (localStorage.getItem('sawtooth.visited') !== null) dataset.visited = ''
  } catch {
    // Nothing is kept here.
  }
}

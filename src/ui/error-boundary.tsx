import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  readonly onReset: () => void
  readonly children: ReactNode
}

interface ErrorBoundaryState {
  readonly error: Error | undefined
}

/** Shown instead of a blank page: the error, and a way back. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: undefined }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <main className="failed" role="alert">
        <h1>Sawtooth has made a mistake</h1>
        <p>{error.message}</p>
        <button
          type="button"
          onClick={() => {
            this.props.onReset()
            this.setState({ error: undefined })
          }}
        >
          Start again
        </button>
      </main>
    )
  }
}

// Stands in for a view that failed: says that nothing is lost, and offers to begin again.

import { Component, type ComponentChildren } from 'preact';
import { useStrings } from '../strings/languages.ts';
import { Button } from '../ui/button.tsx';

interface BoundaryProps {
  report: (error: unknown) => void;
  children: ComponentChildren;
}

export class ProblemBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  override componentDidCatch(error: unknown): void {
    this.props.report(error);
    this.setState({ failed: true });
  }

  override render() {
    return this.state.failed ? <ProblemPage /> : this.props.children;
  }
}

export function ProblemPage() {
  const { problem } = useStrings();
  return (
    <main class="screen shelf-empty">
      <h1>{problem.title}</h1>
      <p>{problem.text}</p>
      <Button look="strong" first onPress={() => location.reload()}>
        {problem.reload}
      </Button>
    </main>
  );
}

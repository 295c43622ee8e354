import { useParams, useSearchParams } from 'react-router-dom';
import { EditReport } from './edit-report.tsx';

/** /mine/:id/edit: the same form for what was posted without an account. `?mend=<write>` takes a refused change up again. */
export function Page() {
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  return <EditReport id={id} mend={query.get('mend') ?? undefined} />;
}

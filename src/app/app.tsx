import { Layout } from './layout.tsx';
import { Pages } from './routes.tsx';

/** The whole screen; the router around it is the browser's, or the build's when a page is prerendered. */
export function App() {
  return (
    <Layout>
      <Pages />
    </Layout>
  );
}

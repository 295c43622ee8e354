import { Layout } from './layout.tsx';
import { PageArea } from './page-area.tsx';

/** The whole screen; the router around it is the browser's, or the build's when a page is prerendered. */
export function App() {
  return (
    <Layout>
      <PageArea />
    </Layout>
  );
}

import { PersonForm } from '../features/report/person-form.tsx';
import { Posted } from '../features/report/posted.tsx';
import { ScanPage } from '../features/scan/page.tsx';

/** The scan screen with the person form and what follows it, which other screens use too. */
export const Page = () => <ScanPage Form={PersonForm} Posted={Posted} />;

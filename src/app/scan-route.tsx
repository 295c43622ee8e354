import { PersonForm } from '../features/report/person-form.tsx';
import { ScanPage } from '../features/scan/page.tsx';

/** The scan screen with the person form, which other screens use too. */
export const Page = () => <ScanPage Form={PersonForm} />;

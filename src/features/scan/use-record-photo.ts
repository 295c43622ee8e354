/** The first photo of a record: the small one on this device at once, the large one when the server gives it. */

import { useEffect, useState } from 'react';
import { AppError } from '../../../contract/errors.ts';
import { endpoints } from '../../../contract/protocol.ts';
import type { ReportView } from '../../../contract/report.ts';
import { useServices } from '../../services.ts';
import { findThumb } from '../../store/others/records.ts';
import { syncStatus } from '../../sync/status.ts';

export function useRecordPhoto(view: ReportView): Blob | undefined {
  const { db, api } = useServices();
  const [photo, setPhoto] = useState<Blob>();
  const sha256 = view.photos[0];
  useEffect(() => {
    const leave = new AbortController();
    async function load(): Promise<void> {
      const small = await findThumb(db, view);
      if (leave.signal.aborted || sha256 === undefined) return;
      setPhoto(small);
      if (syncStatus.get().link !== 'online') return;
      const large = await api.bytes(endpoints.getFile, { sha256, size: 'full', of: view.id }, leave.signal);
      if (!leave.signal.aborted) setPhoto(large);
    }
    load().catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error; // the card says that there is no photo
    });
    return () => leave.abort();
  }, [db, api, view, sha256]);
  return photo;
}

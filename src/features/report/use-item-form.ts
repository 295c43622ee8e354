/** What the form of a thing does beyond that of any report: its number is kept as a hash. */

import type { FormStart } from '../../store/own/form-start.ts';
import type { OwnReport } from '../../store/rows.ts';
import { checkItem, emptyItem, errorOf, type ItemErrors, type ItemValues, roleOf, toItemUpload } from './item.ts';
import { POSTED_WITHIN_MS } from './posting.ts';
import { sealSerial } from './serial.ts';
import { type FormKind, useReportForm } from './use-report-form.ts';

const ITEM: FormKind<ItemValues, ItemErrors, 'post.failed'> = {
  form: 'item',
  empty: emptyItem('victim'),
  check: checkItem,
  errorOf,
  sealed: sealSerial,
  making({ id, opId, values, photos, videos }) {
    const upload = toItemUpload(values);
    const text = { id, opId, label: upload.title, upload, values: { ...values }, now: Date.now() };
    return { files: { photos, videos }, form: { call: 'createReport', make: (files) => ({ ...text, ...files }) } };
  },
  waitMs: POSTED_WITHIN_MS,
  failure: 'post.failed',
  clearedOf: ({ role }) => ({ values: emptyItem(role) }),
};

export function useItemForm(start: FormStart, onSaved: (report: OwnReport) => void) {
  const form = useReportForm(start, ITEM, {
    onSaved,
  });
  return {
    ...form,
    set<K extends keyof ItemValues>(key: K, value: ItemValues[K]): void {
      form.change({ [key]: value, ...(key === 'type' ? { role: roleOf(value as 'lost') } : {}) });
    },
    /** The number was typed: from here on only its hash and its end are kept. */
    seal: () => void form.seal(),
  };
}

export type ItemFormState = ReturnType<typeof useItemForm>;

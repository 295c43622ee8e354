import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useStore } from 'zustand';
import type { ReportType } from '../../../contract/report.ts';
import { useServices } from '../../app/services.ts';
import type { Draft } from '../../store/db.ts';
import { readDraft } from '../../store/drafts.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AddPerson } from './add-person.tsx';
import { Camera } from './camera.tsx';
import { ChooseFace } from './choose-face.tsx';
import { DRAFT_KEY, type FormSlot } from './form-slot.ts';
import { Matched } from './matched.tsx';
import { isNotFound } from './scan.ts';
import { createScanner } from './scanner.ts';

/** /face-recognition: scan a face, see who it may be, or add the person; `?add=lost` goes straight to the form. */
export function ScanPage({ Form }: { Form: FormSlot }) {
  const { t } = useTranslation();
  const services = useServices();
  const scanner = useMemo(() => createScanner(services), [services]);
  const scan = useStore(scanner.store);
  const [query, setQuery] = useSearchParams();
  const add = query.get('add');
  const adding: ReportType | undefined = add === 'lost' || add === 'found' ? add : undefined;
  const [accepted, setAccepted] = useState<string>();
  const draft = useDraftAtStart(services.db);

  useEffect(() => () => scanner.reset(), [scanner]);

  if (draft === 'reading') return <Spinner label={t('scan.reading')} />;
  if (adding)
    return <AddPerson Form={Form} type={adding} draft={draft} outcome={undefined} onAgain={() => setQuery({})} />;
  if (scan.kind === 'answered') {
    const { outcome } = scan;
    const [best] = outcome.matches;
    if (best && accepted === best.view.id)
      return (
        <AddPerson
          Form={Form}
          type="found"
          draft={undefined}
          outcome={outcome}
          accepted={best}
          onAgain={scanner.reset}
        />
      );
    if (best)
      return (
        <Matched
          outcome={outcome}
          match={best}
          onYes={() => setAccepted(best.view.id)}
          onNo={scanner.notThem}
          onAgain={scanner.reset}
        />
      );
    if (isNotFound(outcome))
      return <AddPerson Form={Form} type="lost" draft={undefined} outcome={outcome} onAgain={scanner.reset} />;
  }
  return (
    <>
      <PageTitle title={t('scan.title')} />
      {scan.kind === 'choosing' ? (
        <ChooseFace faces={scan.faces} onChoose={(face) => void scanner.choose(face)} />
      ) : (
        <Camera scan={scan} scanner={scanner} draft={draft} onManual={(type) => setQuery({ add: type })} />
      )}
    </>
  );
}

/** A report that was being written when the page was last closed or killed. */
function useDraftAtStart(db: ReturnType<typeof useServices>['db']): Draft | 'reading' | undefined {
  const [draft, setDraft] = useState<Draft | 'reading' | undefined>('reading');
  useEffect(() => {
    let here = true;
    void readDraft(db, DRAFT_KEY).then((kept) => here && setDraft(kept));
    return () => {
      here = false;
    };
  }, [db]);
  return draft;
}

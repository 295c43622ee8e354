import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useStore } from 'zustand';
import type { ReportType } from '../../../contract/report.ts';
import { useServices } from '../../services.ts';
import { latestDraft } from '../../store/own/drafts.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { AddPerson } from './add-person.tsx';
import { Camera } from './camera.tsx';
import { ChooseFace } from './choose-face.tsx';
import type { FormSlots } from './form-slot.ts';
import { Matched } from './matched.tsx';
import { isNotFound, waitsForName } from './scan.ts';
import { createScanner } from './scanner.ts';

/**
 * /face-recognition: scan a face, see who it may be, or add the person.
 *
 * `?add=lost|found` goes straight to the form, `?draft=<id>` to one that was begun, `?as=found` scans somebody who is here.
 */
export function ScanPage(slots: FormSlots) {
  const { t } = useTranslation();
  const services = useServices();
  const { db } = services;
  const scanner = useMemo(() => createScanner(services), [services]);
  const scan = useStore(scanner.store);
  const [query, setQuery] = useSearchParams();
  const draft = useLiveQuery(() => latestDraft(db), [db]);
  const add = query.get('add');
  const draftId = query.get('draft');
  const wanted: ReportType = add === 'found' || query.get('as') === 'found' ? 'found' : 'lost';

  useEffect(() => () => scanner.reset(), [scanner]);

  // A photo that was shared into the app from another one.
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const photo = (state as { photo?: unknown } | null)?.photo;
  useEffect(() => {
    if (!(photo instanceof Blob)) return;
    void scanner.look(photo);
    void navigate({ search }, { replace: true }); // looked at once: not again by who comes back here, whoever that is
  }, [scanner, photo, navigate, search]);

  const toCamera = () => setQuery({});
  if (draftId !== null)
    return <AddPerson key={draftId} {...slots} source={{ kind: 'draft', id: draftId }} onAgain={toCamera} />;
  if (add !== null) return <AddPerson {...slots} source={{ kind: 'hand', type: wanted }} onAgain={toCamera} />;
  if (scan.kind === 'answered') {
    const { outcome } = scan;
    const match = outcome.matches.find(({ view }) => view.id === outcome.accepted) ?? outcome.matches[0];
    const form = { ...slots, onAgain: scanner.reset };
    if (match && outcome.accepted !== undefined && !waitsForName(outcome))
      return (
        <AddPerson key={outcome.opId} {...form} source={{ kind: 'match', outcome, match }} onKept={scanner.told} />
      );
    if (match)
      return (
        <Matched
          key={match.view.id}
          outcome={outcome}
          match={match}
          onYes={() => scanner.accept(match.view.id)}
          onNo={() => scanner.notThem(match.view.id)}
          onTold={scanner.told}
          onAgain={scanner.reset}
        />
      );
    if (isNotFound(outcome)) return <AddPerson key={outcome.opId} {...form} source={{ kind: 'not-found', outcome }} />;
  }
  if (scan.kind === 'choosing') return <ChooseFace faces={scan.faces} onChoose={(face) => void scanner.choose(face)} />;
  return (
    <>
      <PageTitle title={t('scan.title')} back="/" />
      <Camera
        scan={scan}
        scanner={scanner}
        draft={draft}
        onDraft={(id) => setQuery({ draft: id })}
        onManual={() => setQuery({ add: wanted })}
      />
    </>
  );
}

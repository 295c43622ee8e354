import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timeAgo } from '../i18n/relative-time.ts';

const MINUTE_MS = 60_000;

/** "3 hours ago", kept true while it is on the screen. */
export function TimeAgo({ at }: { at: Date | number | string }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const date = new Date(at);
  return <time dateTime={date.toISOString()}>{timeAgo(t, date.getTime(), now)}</time>;
}

/** The few line icons of the app, on a 24-unit grid. They say nothing by themselves: the text beside them does. */

import styles from './icon.module.css';

const PATHS = {
  alert: 'M12 8v5m0 3.5v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  back: 'm14 6-6 6 6 6',
  bag: 'M5 8h14l1 12H4zm4 0V7a3 3 0 0 1 6 0v1',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zm4 5h4',
  book: 'M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zm0 0v14',
  camera:
    'M4 8h3l2-3h6l2 3h3a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1zm8 2.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  chat: 'M4 5h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-9l-5 4v-4H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 4.5V12l3 2',
  close: 'M6 6l12 12M18 6 6 18',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M4 15v4a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-4',
  flip: 'M4 8h3l2-3h6l2 3h3a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1zm4.5 5a3.6 3.6 0 0 1 6.4-1.6m.6-1.9v2.3h-2.3m2.3 2.2a3.6 3.6 0 0 1-6.4 1.6m-.6 1.9v-2.3h2.3',
  forward: 'm9 6 6 6-6 6',
  home: 'M3 11 12 3l9 8M5 9.5V20h5v-5h4v5h5V9.5',
  info: 'M12 11v5.5m0-8.6v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  lock: 'M6 11h12v9H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2',
  mail: 'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zm-.6 1 8.6 7 8.6-7',
  menu: 'M4 7h16M4 12h16M4 17h16',
  microphone: 'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21',
  moon: 'M20.5 14.5A8.5 8.5 0 1 1 9.5 3.5a7 7 0 0 0 11 11z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  news: 'M4 5h13v14H5a1 1 0 0 1-1-1zm13 4h3v9a1 1 0 0 1-2 0M7.5 9h6m-6 3.5h6m-6 3.5h4',
  offline:
    'M3 3l18 18M5 12.5a10 10 0 0 1 4-2.4M8.5 16a5 5 0 0 1 7 0M12 20h.01M2 9a15 15 0 0 1 4-2.5M22 9A15 15 0 0 0 11 5',
  outbox: 'M12 15V4m-4 4 4-4 4 4M4 14v5a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-5',
  pencil: 'm15.5 5.5 3 3M4 20l1-4.5L16.5 4a2.1 2.1 0 0 1 3 3L8.5 19z',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6',
  phone:
    'M22 16.9v3a2 2 0 0 1-2.2 2A19.8 19.8 0 0 1 2.1 4.2 2 2 0 0 1 4.1 2h3a2 2 0 0 1 2 1.7c.1 1 .4 1.9.7 2.8a2 2 0 0 1-.5 2.1L8 9.9a16 16 0 0 0 6 6l1.3-1.3a2 2 0 0 1 2.1-.4c.9.3 1.8.6 2.8.7a2 2 0 0 1 1.8 2z',
  photo:
    'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zm-1 12 5-5 5 5m-1.5-1.5L15 12l5 4.5M15.5 8.5v.1',
  pin: 'M12 21s-7-6-7-11.5a7 7 0 0 1 14 0C19 15 12 21 12 21zm0-14a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  plus: 'M12 5v14M5 12h14',
  question: 'M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7m0 2.9v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  play: 'M8 5v14l11-7z',
  refresh: 'M20 11a8 8 0 0 0-14.5-3.5L3.5 9.5m0-5v5h5M4 13a8 8 0 0 0 14.5 3.5l2-2m0 5v-5h-5',
  scan: 'M12 2.8a9.2 9.2 0 1 0 0 18.4 9.2 9.2 0 0 0 0-18.4zM9 9.9v1m6-1v1m-6.4 3.7c2 2 4.8 2 6.8 0',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm5 12 4.5 4.5',
  share: 'M12 14V3m-4 4 4-4 4 4M6 11H5v10h14V11h-1',
  shield: 'M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6zm-3 9 2.2 2.2L15 10',
  signIn: 'M14 4h5a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1h-5M4 12h11m-4-4 4 4-4 4',
  signOut: 'M10 4H5a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h5m0-8h10m-4-4 4 4-4 4',
  sound: 'M4 9.5h3.5L12 5.5v13L7.5 14.5H4zM15.5 9a4 4 0 0 1 0 6m2.5-8.5a7.5 7.5 0 0 1 0 11',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm0-6v2m0 16v2M4.9 4.9l1.4 1.4m11.4 11.4 1.4 1.4M2 12h2m16 0h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  trash: 'M4 7h16M9 7V4h6v3m3 0-1 13H7L6 7m4 4v5m4-5v5',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 'medium' }: { name: IconName; size?: 'small' | 'medium' | 'large' }) {
  return (
    <svg className={`${styles.icon} ${styles[size]}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

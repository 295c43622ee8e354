/** All pages but the first, by their addresses. */

import { type ComponentType, lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { needTexts, REST, type TextPart } from '../i18n/language.ts';
import { DESKS, LONG } from '../i18n/parts.ts';
import { layFoundations } from './foundations.ts';
import type { Needs } from './page-needs.tsx';

type Load = () => Promise<{ Page: ComponentType }>;

/**
 * Each page is a chunk of its own, fetched when first opened (R51), together with its texts and with what it needs
 * around it.
 */
const page = (load: Load, { texts = [], ...needs }: Needs & { texts?: readonly TextPart[] } = {}) =>
  lazy(async () => {
    const bare = Object.keys(needs).length === 0;
    const [[{ Page }, frame]] = await Promise.all([
      layFoundations().then(() => Promise.all([load(), bare ? undefined : import('./page-needs.tsx')])),
      needTexts(REST, ...texts),
    ]);
    return { default: frame ? frame.withNeeds(Page, needs) : Page };
  });

const Scan = page(() => import('./scan-route.tsx'));
const Outbox = page(() => import('../features/outbox/page.tsx'), { reads: true });
const Mine = page(() => import('../features/outbox/mine-page.tsx'), { texts: [DESKS] });
const EditMine = page(() => import('../features/report/edit-mine-page.tsx'), { reads: true });
const Give = page(() => import('../features/handover/give-page.tsx'), { texts: [DESKS] });
const Take = page(() => import('../features/handover/take-page.tsx'), { texts: [DESKS] });
const Offline = page(() => import('../features/offline/page.tsx'));
const Outpost = page(() => import('../features/outpost/page.tsx'), { account: true });
const About = page(() => import('../features/info/about-page.tsx'), { texts: [LONG] });
const Faqs = page(() => import('../features/info/faqs-page.tsx'), { texts: [LONG], reads: true });
const Contact = page(() => import('../features/info/contact-page.tsx'), { texts: [LONG], reads: true });
const Privacy = page(() => import('../features/info/privacy-page.tsx'), { texts: [LONG] });
const Terms = page(() => import('../features/info/terms-page.tsx'), { texts: [LONG] });
const News = page(() => import('../features/info/news-page.tsx'), { texts: [LONG], reads: true });
const Article = page(() => import('../features/info/article-page.tsx'), { texts: [LONG], reads: true });
const Resources = page(() => import('../features/info/resources-page.tsx'), { texts: [LONG] });
const Role = page(() => import('../features/report/role-page.tsx'));
const PostItem = page(() => import('../features/report/post-page.tsx'), { account: true, reads: true });
const LostPeoples = page(async () => ({ Page: (await import('../features/browse/list/list-page.tsx')).LostPeoples }), {
  reads: true,
});
const FoundItems = page(async () => ({ Page: (await import('../features/browse/list/list-page.tsx')).FoundItems }), {
  reads: true,
});
const Details = page(() => import('../features/browse/details/details-page.tsx'), { reads: true });
const Poster = page(() => import('../features/browse/poster/poster-page.tsx'), { reads: true });
const Reunion = page(() => import('../features/browse/details/reunion-page.tsx'), { account: true, reads: true });
const ByNumber = page(() => import('../features/browse/details/by-number.tsx'));
const ThisIsMe = page(() => import('../features/objection/page.tsx'), { texts: [DESKS] });
const Login = page(() => import('../features/auth/login-page.tsx'));
const Register = page(() => import('../features/auth/register-page.tsx'));
const Profile = page(() => import('../features/profile/page.tsx'), { account: true, reads: true, texts: [DESKS] });
const People = page(() => import('../features/profile/people-page.tsx'), {
  account: true,
  reads: true,
  texts: [DESKS],
});
const ClaimThing = page(() => import('../features/claim/claim-page.tsx'), {
  account: true,
  reads: true,
  texts: [DESKS],
});
const Claims = page(() => import('../features/claim/list-page.tsx'), { account: true, reads: true, texts: [DESKS] });
const Claim = page(() => import('../features/claim/page.tsx'), { account: true, reads: true, texts: [DESKS] });
const Chat = page(() => import('../features/chat/page.tsx'), { reads: true, texts: [DESKS] });
const Inbox = page(() => import('../features/inbox/page.tsx'), { account: true, reads: true, texts: [DESKS] });
const Stop = page(() => import('../features/inbox/stop-page.tsx'), { texts: [DESKS] });
const Moderation = page(() => import('../features/moderation/page.tsx'), { reads: true, texts: [DESKS] });
const Duty = page(() => import('../features/duty/page.tsx'), { reads: true, texts: [DESKS] });
const Share = page(() => import('../features/share/page.tsx'));
const NotFound = page(() => import('./not-found.tsx'));

export function OtherPages() {
  return (
    <Routes>
      <Route path="/face-recognition" element={<Scan />} />
      <Route path="/outbox" element={<Outbox />} />
      <Route path="/outbox/give" element={<Give />} />
      <Route path="/outbox/take" element={<Take />} />
      <Route path="/mine/:id" element={<Mine />} />
      <Route path="/mine/:id/edit" element={<EditMine />} />
      <Route path="/offline" element={<Offline />} />
      <Route path="/outpost" element={<Outpost />} />
      <Route path="/about" element={<About />} />
      <Route path="/faqs" element={<Faqs />} />
      <Route path="/contact-us" element={<Contact />} />
      <Route path="/privacy-policy" element={<Privacy />} />
      <Route path="/terms-conditions" element={<Terms />} />
      <Route path="/news" element={<News />} />
      <Route path="/news/:id" element={<Article />} />
      <Route path="/resources" element={<Resources />} />
      <Route path="/victim-founder-select" element={<Role />} />
      <Route path="/post-item" element={<PostItem />} />
      <Route path="/lost-peoples" element={<LostPeoples />} />
      <Route path="/found-items" element={<FoundItems />} />
      <Route path="/items/:id" element={<Details />} />
      <Route path="/items/:id/poster" element={<Poster />} />
      <Route path="/items/:id/this-is-me" element={<ThisIsMe />} />
      <Route path="/items/:id/claim" element={<ClaimThing />} />
      <Route path="/items/:id/reunion" element={<Reunion />} />
      <Route path="/r/:number" element={<ByNumber />} />
      <Route path="/claims" element={<Claims />} />
      <Route path="/claims/:id" element={<Claim />} />
      <Route path="/chat" element={<Chat />} />
      <Route path="/chat/:id" element={<Chat />} />
      <Route path="/inbox" element={<Inbox />} />
      <Route path="/stop/:token" element={<Stop />} />
      <Route path="/moderation" element={<Moderation />} />
      <Route path="/duty" element={<Duty />} />
      <Route path="/login" element={<Login />} />
      <Route path="/register" element={<Register />} />
      <Route path="/profile" element={<Profile />} />
      <Route path="/moderation/people" element={<People />} />
      <Route path="/share" element={<Share />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

/** The mails in English. */
import { type MailTexts, mailTime } from './mail-content.ts';

export const MAIL_TEXTS_EN: MailTexts = {
  reset: ({ email, link }) => ({
    subject: 'Set a new password for Weekfare',
    before: [
      `Somebody, probably you, asked for a new password for ${email}.`,
      'Open this link and set one. It works once, within an hour:',
    ],
    link: { label: 'Set a new password', url: link },
    after: [
      'All your devices are signed out then, and your family is told.',
      'If it was not you, ignore this mail. Nothing changes.',
    ],
  }),
  confirm: ({ email, link, isChange }) => ({
    subject: isChange ? 'Confirm your new email address' : 'Confirm your email address',
    before: [
      isChange
        ? `You want to use ${email} for your Weekfare account. Open this link within 24 hours, and the address is changed:`
        : `You use ${email} for your Weekfare account. Open this link within 24 hours to confirm that mail reaches you:`,
    ],
    link: { label: 'Confirm the address', url: link },
    after: ['If you have no Weekfare account, ignore this mail. Somebody has mistyped their address.'],
  }),
  invitation: ({ inviter, familyName, link }) => ({
    subject: `Plan meals with ${familyName}`,
    before: [
      `${inviter} invites you to plan the week’s meals with “${familyName}” on Weekfare.`,
      'Open this link to join. It works once, within seven days:',
    ],
    link: { label: 'Join the family', url: link },
    after: ['If you do not know the sender, ignore this mail.'],
  }),
  'new-device': ({ email, device, address, at, timeZone }) => ({
    subject: 'New sign-in to Weekfare',
    before: [
      `Somebody signed in as ${email} on a device that we do not know:`,
      `${device || 'Unknown device'}, ${mailTime(at, 'en-GB', timeZone)}, from ${address}.`,
    ],
    after: [
      'If it was you, all is well.',
      'If not, change your password now: on the page “Family”, or with “Forgot your password?” on the sign-in page.',
    ],
  }),
  'email-changed': ({ email }) => ({
    subject: 'Your email address was changed',
    before: [`Your Weekfare account no longer uses ${email}. You sign in with the new address from now on.`],
    after: [
      'If it was not you, ask an owner of your family for a password link, or ask the person who runs your Weekfare.',
    ],
  }),
  footer: (publicUrl) => `This mail was sent by ${publicUrl}. Nobody reads replies to it.`,
};

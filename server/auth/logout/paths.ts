// Where people sign out on the public listener.

export const logoutPath = '/oauth2/sessions/logout';
/** Of an earlier release, which signed out whoever was led there; it asks now, like the other. */
export const formerLogoutPath = '/oauth2/auth/sessions/login/revoke';

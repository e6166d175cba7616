// Where clients register themselves on the public listener.

export const registrationPath = '/oauth2/register';

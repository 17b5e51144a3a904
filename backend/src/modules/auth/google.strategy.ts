import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Profile, Strategy, StrategyOptions } from 'passport-google-oauth20';
import { AppConfig } from '../../config/app-config';
import { GoogleFlowStore } from './google-flow-store';

/** What Google says of a person who signed in. */
export interface GoogleIdentity {
  sub: string;
  email: string;
  name: string;
  pictureUrl: string | undefined;
}

/** Stands where no Google client is configured: passport wants values, the guard refuses before they are used. */
const UNCONFIGURED = 'not-configured';

/** passport-google-oauth20 with code, state and PKCE; the addresses can point to a stand-in. */
@Injectable()
export class GoogleStrategy extends PassportStrategy(Strategy, 'google') {
  constructor(config: AppConfig, store: GoogleFlowStore) {
    const { google } = config;
    const options = {
      clientID: google.clientId ?? UNCONFIGURED,
      clientSecret: google.clientSecret ?? UNCONFIGURED,
      callbackURL: `${config.publicUrl}/api/auth/google/callback`,
      scope: ['openid', 'email', 'profile'],
      pkce: true,
      state: true,
      store,
      ...(google.authUrl ? { authorizationURL: google.authUrl } : {}),
      ...(google.tokenUrl ? { tokenURL: google.tokenUrl } : {}),
      ...(google.userInfoUrl ? { userProfileURL: google.userInfoUrl } : {}),
    };
    super(options as unknown as StrategyOptions);
    this._oauth2.useAuthorizationHeaderforGET(true);
  }

  /** @returns the identity, or false when Google has not verified the address */
  validate(_accessToken: string, _refreshToken: string, profile: Profile): GoogleIdentity | false {
    const { sub, email, email_verified: verified, name, picture } = profile._json;
    if (!sub || !email || verified !== true) return false;
    return { sub, email: email.trim().toLowerCase(), name: (name ?? '').trim().slice(0, 120) || email, pictureUrl: picture };
  }
}

import { PublicServiceDto } from '../modules/offerings/service.dto';
import { PublicTherapistDto } from '../modules/therapists/public/public-therapist.dto';

/** A service in the page's own HTML. */
export interface ServiceWords {
  name: string;
  /** 'Free · 20 min · online' */
  facts: string;
  description: string;
}

/** People have a few services with a sentence or two about each; a page is not made long by those of somebody else. */
const MOST_SERVICES = 50;
const MOST_WORDS = 300;

export function serviceWords(services: readonly PublicServiceDto[]): ServiceWords[] {
  return services.slice(0, MOST_SERVICES).map((service) => ({
    name: service.name,
    facts: `${service.is_free ? 'Free' : dollars(service.price)} · ${service.duration_minutes} min · ${wayOfMeeting(service)}`,
    description: cut(service.description ?? '', MOST_WORDS),
  }));
}

/** At most so many characters, and no half of one. */
export function cut(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('').trimEnd()}…`;
}

/** The therapist for search engines (schema.org): what the page shows and no more. */
export function structuredTherapist(therapist: PublicTherapistDto, services: readonly PublicServiceDto[], url: string, image: string | undefined): object {
  const { display_name: name, credentials, languages, phone, address } = therapist;
  return {
    '@context': 'https://schema.org',
    '@type': 'Person',
    name,
    url,
    ...(credentials && { description: credentials }),
    ...(image && { image }),
    knowsLanguage: languages,
    ...(phone && { telephone: phone }),
    ...(address && { address }),
    makesOffer: services.slice(0, MOST_SERVICES).map((service) => ({
      '@type': 'Offer',
      price: service.is_free ? 0 : service.price,
      priceCurrency: 'USD',
      itemOffered: { '@type': 'Service', name: service.name, ...(service.description && { description: cut(service.description, MOST_WORDS) }) },
    })),
  };
}

function dollars(price: number): string {
  return Number.isInteger(price) ? `$${price}` : `$${price.toFixed(2)}`;
}

function wayOfMeeting({ session_type, online_place }: PublicServiceDto): string {
  const online = online_place === 'video' ? 'online' : 'by telephone';
  return { online, 'in-person': 'in-person', both: `${online} or in-person` }[session_type];
}

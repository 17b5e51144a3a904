import { PublicServiceDto } from './dto/public-service.dto';
import { ServiceDto } from './dto/service.dto';
import { Offering } from './offering';
import { fromCents } from './price';

export function toServiceDto(offering: Offering): ServiceDto {
  return { ...toPublicServiceDto(offering), created_at: offering.createdAt.toISOString() };
}

export function toPublicServiceDto(offering: Omit<Offering, 'therapistId' | 'createdAt'>): PublicServiceDto {
  return {
    id: offering.id,
    name: offering.name,
    description: offering.description,
    duration_minutes: offering.durationMinutes,
    price: fromCents(offering.priceCents),
    is_free: offering.isFree,
    session_type: offering.sessionType,
  };
}

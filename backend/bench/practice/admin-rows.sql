-- Many practices at once, for the bench and the plans of the administrator's pages. Sizes come from the settings attune.therapists,
-- attune.bookings and attune.activities; things happened over the last two years, the newest of them now.
insert into users (id, user_type, email, name, is_active, created_at, last_login_at)
select ('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'therapist', 'therapist' || i || '@practice.example',
  (array['Ada', 'Benedikt', 'Chioma', 'Dmitri', 'Elif', 'Farouk', 'Greta', 'Hanneke', 'Ines', 'Jonas', 'Keiko', 'Leandro'])[1 + i % 12] || ' ' ||
  (array['Abel', 'Nwosu', 'Petrov', 'Haddad', 'Lindqvist', 'van der Meer', 'Moreau', 'Tanaka', 'Silva', 'Keller', 'Öztürk'])[1 + i % 11], i % 10 <> 0,
  now() - (i - 1) * interval '2 years' / current_setting('attune.therapists')::int, now() - (i % 60) * interval '1 day'
from generate_series(1, current_setting('attune.therapists')::int) i;

insert into therapist_profiles (therapist_id, display_name, bio, languages, timezone, custom_slug)
select id, 'Dr. ' || name, repeat('I work with adults who carry more than they show. ', 6), '{English}', 'UTC', 'practice-' || right(id::text, 12)
from users where email like 'therapist%@practice.example' and hashtext(email) % 20 <> 0;

insert into services (id, therapist_id, name, duration_minutes, price_cents, is_free, session_type)
select ('00000000-0000-7001-8000-' || right(id::text, 12))::uuid, id, 'Session', 50, 9000, false, 'online' from users where email like 'therapist%@practice.example';

insert into clients (id, email, name)
select ('00000000-0000-7002-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'client' || i || '@people.example', 'Client Number ' || i
from generate_series(1, greatest(1, current_setting('attune.bookings')::int / 10)) i;

-- One appointment a day for each therapist, so that none overlap; each was made a week before it took place. Their marks are none of the product's: it would make five million at its first start, and nobody asks for one.
insert into bookings (id, therapist_id, service_id, client_id, starts_at, ends_at, timezone, local_date, local_time, duration_minutes, service_name,
  session_type, client_name, client_email, status, manage_token_hash, manage_token, created_at, mark)
select ('00000000-0000-7003-8000-' || lpad(to_hex(i), 12, '0'))::uuid,
  ('00000000-0000-7000-8000-' || lpad(to_hex(1 + i % t.count), 12, '0'))::uuid,
  ('00000000-0000-7001-8000-' || lpad(to_hex(1 + i % t.count), 12, '0'))::uuid,
  ('00000000-0000-7002-8000-' || lpad(to_hex(1 + i % greatest(1, b.count / 10)), 12, '0'))::uuid,
  day + interval '10 hours', day + interval '10 hours 50 minutes', 'UTC', day::date, '10:00', 50, 'Session', 'online', 'Client Number ' || i,
  'client' || i || '@people.example', case i % 13 when 7 then 'cancelled' else 'completed' end,
  decode(md5('a' || i) || md5('b' || i), 'hex'), decode(repeat(md5('c' || i), 5), 'hex'),
  now() - i * interval '2 years' / b.count, decode(md5('d' || i) || md5('e' || i), 'hex')
from (select current_setting('attune.therapists')::int as count) t, (select current_setting('attune.bookings')::int as count) b,
  generate_series(0, b.count - 1) i, lateral (select date_trunc('day', now(), 'UTC') - (i / t.count) * interval '1 day' as day) d;

insert into activity_log (id, at, action, actor_type, actor_id, subject_type, subject_id, details)
select ('00000000-0000-7004-8000-' || lpad(to_hex(i), 12, '0'))::uuid, now() - (a.count - i) * interval '2 years' / a.count,
  case when i % 20000 = 7 then 'deactivate_therapist' else (array['login', 'logout', 'book_session', 'create_note', 'view_bookings'])[1 + i % 5] end,
  case when i % 20000 = 7 then 'admin' else (array['therapist', 'therapist', 'visitor', 'therapist', 'client'])[1 + i % 5] end,
  ('00000000-0000-7000-8000-' || lpad(to_hex(1 + i % t.count), 12, '0'))::uuid, 'booking', gen_random_uuid(), '{"fields": ["displayName"]}'
from (select current_setting('attune.therapists')::int as count) t, (select current_setting('attune.activities')::int as count) a, generate_series(1, a.count) i
order by i;

-- Nodes of several versions run beside each other, so this function is never changed: another form
-- of commits is another function.

insert into head (id, position, batch, epoch, last_ids, probes)
values (1, 0, '00000000-0000-0000-0000-000000000000', gen_random_uuid(), '{}', 0);
--> statement-breakpoint

-- The commits after a position, oldest first: at most 500, and of large ones fewer.
create function log_after_1(p_position bigint)
returns table (o_position bigint, o_batch uuid, o_format int, o_changes text)
language sql stable as $$
  select position, batch, format, changes
  from (
    select position, batch, format, changes,
      sum(octet_length(changes)) over (order by position) - octet_length(changes) as before
    from (select * from commits where position > p_position order by position limit 500) as next
  ) as sized
  where before < 8000000 order by position
$$;
--> statement-breakpoint

-- Keeps a batch if the newest commit is the one on which it was made. The first row of the answer is
-- the head after that. If it is not of this batch, nothing was written, and the other rows are the
-- commits after the expected position.
--
-- p_rows is an object of lists, in the order in which they must be written.
create function commit_1(
  p_position bigint, p_before uuid, p_epoch uuid, p_batch uuid, p_node text, p_format int,
  p_changes text, p_last_ids text, p_rows json
)
returns table (o_position bigint, o_batch uuid, o_format int, o_changes text)
language plpgsql as $$
#variable_conflict use_column
declare
  v_name text;
  v_rows json;
  v_count int;
begin
  -- Answers must be durable, whatever the role's default is.
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  update head set position = position + 1, batch = p_batch, last_ids = p_last_ids
    where id = 1 and position = p_position and epoch = p_epoch
      and (p_before is null or batch = p_before);
  if not found then
    return query select position, batch, null::int, epoch::text from head where id = 1;
    return query select * from log_after_1(p_position);
    return;
  end if;
  insert into commits (position, batch, node, committed_at, format, changes)
    values (p_position + 1, p_batch, p_node,
      (extract(epoch from clock_timestamp()) * 1000)::bigint, p_format, p_changes);
  for v_name, v_rows in select key, value from json_each(p_rows) loop
    case v_name
    when 'members removed' then
      delete from gate_members t
        using json_to_recordset(v_rows)
          as r(environment_id bigint, feature_id bigint, gate text, members json)
          cross join lateral json_array_elements_text(r.members) as m(value)
        where t.environment_id = r.environment_id and t.feature_id = r.feature_id
          and t.gate = r.gate and t.value = m.value;
    when 'members added' then
      insert into gate_members (environment_id, feature_id, gate, value)
        select r.environment_id, r.feature_id, r.gate, m.value
        from json_to_recordset(v_rows)
          as r(environment_id bigint, feature_id bigint, gate text, members json)
          cross join lateral json_array_elements_text(r.members) as m(value);
    when 'members cleared' then
      delete from gate_members t
        using json_to_recordset(v_rows) as r(environment_id bigint, feature_id bigint, gate text)
        where t.environment_id = r.environment_id and t.feature_id = r.feature_id
          and t.gate = r.gate;
    when 'gates' then
      insert into gates (environment_id, feature_id, boolean, expression, percentage_of_actors,
          percentage_of_time)
        select environment_id, feature_id, boolean, expression, percentage_of_actors,
          percentage_of_time
        from json_populate_recordset(null::gates, v_rows)
        on conflict (environment_id, feature_id) do update set boolean = excluded.boolean,
          expression = excluded.expression,
          percentage_of_actors = excluded.percentage_of_actors,
          percentage_of_time = excluded.percentage_of_time;
    when 'gates removed' then
      delete from gates t
        using json_to_recordset(v_rows) as r(environment_id bigint, feature_id bigint)
        where t.environment_id = r.environment_id and t.feature_id = r.feature_id;
    when 'audits' then
      insert into audits (environment_id, sequence, created_at, action, actor_type, actor_id,
          feature_key, value, feature_id, step, target, difference)
        select r.environment_id, r.sequence + m.index - 1, r.created_at, r.action, r.actor_type,
          r.actor_id, r.feature_key, m.value, r.feature_id,
          nullif(r.step, r.sequence + m.index - 1), r.target, r.difference
        from json_to_recordset(v_rows)
          as r(environment_id bigint, sequence bigint, created_at bigint, action text,
            actor_type text, actor_id text, feature_key text, audited json, feature_id bigint,
            step bigint, target bigint, difference text)
          cross join lateral json_array_elements_text(r.audited)
            with ordinality as m(value, index);
    when 'audits removed' then
      delete from audits t
        using json_to_recordset(v_rows) as r(environment_id bigint, through bigint)
        where t.environment_id = r.environment_id and t.sequence <= r.through;
    when 'last audits' then
      update environments t set last_audit = r.last_audit
        from json_to_recordset(v_rows) as r(id bigint, last_audit bigint) where t.id = r.id;
      get diagnostics v_count = row_count;
      if v_count <> json_array_length(v_rows) then
        raise foreign_key_violation using message = 'an audit is of a missing environment';
      end if;
    when 'revisions' then
      update projects t set revision = r.revision
        from json_to_recordset(v_rows) as r(id bigint, revision bigint) where t.id = r.id;
    when 'features' then
      insert into features (id, project_id, key, created_at, creator_id, description, longevity,
          tags, owner_id)
        select id, project_id, key, created_at, creator_id, description, longevity, tags, owner_id
        from json_populate_recordset(null::features, v_rows)
        on conflict (id) do update set description = excluded.description,
          longevity = excluded.longevity, tags = excluded.tags, owner_id = excluded.owner_id;
    when 'features removed' then
      delete from features t using json_to_recordset(v_rows) as r(id bigint) where t.id = r.id;
    when 'organizations' then
      insert into organizations (id, name, plan, plan_overrides)
        select id, name, plan, plan_overrides
        from json_populate_recordset(null::organizations, v_rows)
        on conflict (id) do update set name = excluded.name, plan = excluded.plan,
          plan_overrides = excluded.plan_overrides;
    when 'users' then
      insert into users (id, name, email, created_at)
        select id, name, email, created_at from json_populate_recordset(null::users, v_rows)
        on conflict (id) do update set name = excluded.name, email = excluded.email;
    when 'projects' then
      insert into projects (id, organization_id, name, is_strict_about_groups, revision,
          finished_after_days, finished_longevities)
        select id, organization_id, name, is_strict_about_groups, revision, finished_after_days,
          finished_longevities
        from json_populate_recordset(null::projects, v_rows)
        on conflict (id) do update set name = excluded.name,
          is_strict_about_groups = excluded.is_strict_about_groups, revision = excluded.revision,
          finished_after_days = excluded.finished_after_days,
          finished_longevities = excluded.finished_longevities;
    when 'environments' then
      insert into environments (id, project_id, slug, name, state, created_at, member_id,
          creator_token_id, last_audit)
        select id, project_id, slug, name, state, created_at, member_id, creator_token_id,
          last_audit
        from json_populate_recordset(null::environments, v_rows);
    when 'environments removed' then
      delete from audits t using json_to_recordset(v_rows) as r(id bigint)
        where t.environment_id = r.id;
      delete from environments t using json_to_recordset(v_rows) as r(id bigint) where t.id = r.id;
    when 'tokens' then
      insert into tokens (id, environment_id, name, hash, access, manages_environments, owner_id,
          is_preview, created_at, revoked_at, expires_at, last_used_at)
        select id, environment_id, name, hash, access, manages_environments, owner_id, is_preview,
          created_at, revoked_at, expires_at, last_used_at
        from json_populate_recordset(null::tokens, v_rows)
        on conflict (id) do update set environment_id = excluded.environment_id,
          name = excluded.name, access = excluded.access,
          manages_environments = excluded.manages_environments, owner_id = excluded.owner_id,
          is_preview = excluded.is_preview, revoked_at = excluded.revoked_at,
          expires_at = excluded.expires_at, last_used_at = excluded.last_used_at;
    when 'preview tokens ended' then
      insert into ended_preview_tokens (id, hash, environment_id)
        select coalesce((select max(id) from ended_preview_tokens), 0) + r.index,
          r.ended->>'hash', (r.ended->>'environment_id')::bigint
        from json_array_elements(v_rows) with ordinality as r(ended, index);
      delete from ended_preview_tokens
        where id <= (select max(id) from ended_preview_tokens) - 10000;
    when 'organization members' then
      insert into organization_members (organization_id, user_id, role)
        select organization_id, user_id, role
        from json_populate_recordset(null::organization_members, v_rows)
        on conflict (organization_id, user_id) do update set role = excluded.role;
    when 'organization members removed' then
      delete from organization_members t
        using json_to_recordset(v_rows) as r(organization_id bigint, user_id bigint)
        where t.organization_id = r.organization_id and t.user_id = r.user_id;
    when 'project members' then
      insert into project_members (project_id, user_id)
        select project_id, user_id from json_populate_recordset(null::project_members, v_rows)
        on conflict do nothing;
    when 'project members removed' then
      delete from project_members t
        using json_to_recordset(v_rows) as r(project_id bigint, user_id bigint)
        where t.project_id = r.project_id and t.user_id = r.user_id;
    when 'groups' then
      insert into groups (project_id, name)
        select project_id, name from json_populate_recordset(null::groups, v_rows)
        on conflict do nothing;
    when 'groups removed' then
      delete from groups t using json_to_recordset(v_rows) as r(project_id bigint, name text)
        where t.project_id = r.project_id and t.name = r.name;
    when 'clock' then
      insert into clock_mark (id, seen_at, jumped_hours)
        select id, seen_at, jumped_hours from json_populate_recordset(null::clock_mark, v_rows)
        on conflict (id) do update set seen_at = excluded.seen_at,
          jumped_hours = excluded.jumped_hours;
    when 'passwords' then
      insert into passwords (user_id, hash, changed_at)
        select user_id, hash, changed_at from json_populate_recordset(null::passwords, v_rows)
        on conflict (user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at;
    when 'links' then
      insert into sign_in_links (user_id, hash, created_at, expires_at)
        select user_id, hash, created_at, expires_at
        from json_populate_recordset(null::sign_in_links, v_rows)
        on conflict (user_id) do update set hash = excluded.hash,
          created_at = excluded.created_at, expires_at = excluded.expires_at;
    when 'links removed' then
      delete from sign_in_links t using json_to_recordset(v_rows) as r(user_id bigint)
        where t.user_id = r.user_id;
    when 'sessions' then
      insert into sessions (hash, id, user_id, created_at, seen_at, address, user_agent)
        select hash, id, user_id, created_at, seen_at, address, user_agent
        from json_populate_recordset(null::sessions, v_rows)
        on conflict (hash) do update set seen_at = excluded.seen_at;
    when 'sessions removed' then
      delete from sessions t using json_to_recordset(v_rows) as r(hash text)
        where t.hash = r.hash;
    when 'passkeys' then
      insert into passkeys (id, user_id, name, public_key, counter, transports, created_at,
          last_used_at)
        select id, user_id, name, public_key, counter, transports, created_at, last_used_at
        from json_populate_recordset(null::passkeys, v_rows)
        on conflict (id) do update set name = excluded.name, counter = excluded.counter,
          last_used_at = excluded.last_used_at;
    when 'passkeys removed' then
      delete from passkeys t using json_to_recordset(v_rows) as r(id text) where t.id = r.id;
    when 'credentials removed' then
      delete from passwords t using json_to_recordset(v_rows) as r(user_id bigint)
        where t.user_id = r.user_id;
      delete from sign_in_links t using json_to_recordset(v_rows) as r(user_id bigint)
        where t.user_id = r.user_id;
      delete from sessions t using json_to_recordset(v_rows) as r(user_id bigint)
        where t.user_id = r.user_id;
      delete from passkeys t using json_to_recordset(v_rows) as r(user_id bigint)
        where t.user_id = r.user_id;
    when 'replicas' then
      insert into replicas (id, name, hash, created_at)
        select id, name, hash, created_at from json_populate_recordset(null::replicas, v_rows)
        on conflict (id) do update set name = excluded.name;
    when 'replicas removed' then
      delete from replicas t using json_to_recordset(v_rows) as r(id bigint) where t.id = r.id;
    when 'webhooks' then
      insert into webhooks (id, environment_id, kind, name, url, event_types, key_pattern, secrets,
          created_at, paused_at, pause_reason, groups, progress)
        select id, environment_id, kind, name, url, event_types, key_pattern, secrets, created_at,
          paused_at, pause_reason, groups, progress
        from json_populate_recordset(null::webhooks, v_rows)
        on conflict (id) do update set name = excluded.name, url = excluded.url,
          event_types = excluded.event_types, key_pattern = excluded.key_pattern,
          secrets = excluded.secrets, paused_at = excluded.paused_at,
          pause_reason = excluded.pause_reason, groups = excluded.groups,
          progress = excluded.progress;
    when 'webhooks removed' then
      delete from webhooks t using json_to_recordset(v_rows) as r(id bigint) where t.id = r.id;
    when 'events' then
      insert into webhook_events (id, environment_id, uuid, type, key, created_at, data)
        select id, environment_id, uuid, type, key, created_at, data
        from json_populate_recordset(null::webhook_events, v_rows);
    when 'events removed' then
      delete from webhook_events t using json_to_recordset(v_rows) as r(through bigint)
        where t.id <= r.through;
    when 'deliveries' then
      insert into webhook_deliveries (webhook_id, sequence, message_id, type, key, from_event,
          to_event, attempt, started_at, duration_ms, outcome, status, problem, answer)
        select webhook_id, sequence, message_id, type, key, from_event, to_event, attempt,
          started_at, duration_ms, outcome, status, problem, answer
        from json_populate_recordset(null::webhook_deliveries, v_rows);
    when 'deliveries removed' then
      delete from webhook_deliveries t
        using json_to_recordset(v_rows) as r(webhook_id bigint, through bigint)
        where t.webhook_id = r.webhook_id and t.sequence <= r.through;
    end case;
  end loop;
  perform pg_notify('gatehouse', (p_position + 1)::text);
  return query select p_position + 1, p_batch, null::int, p_epoch::text;
end
$$;

CREATE TABLE "campaign_assets" (
	"draft_id" text NOT NULL,
	"sha256" text NOT NULL,
	"media_type" text NOT NULL,
	CONSTRAINT "campaign_assets_draft_id_sha256_pk" PRIMARY KEY("draft_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "campaign_brand_kit_versions" (
	"kit_id" text NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"digest" text NOT NULL,
	"logo_sha256" text,
	"created_at" bigint NOT NULL,
	CONSTRAINT "campaign_brand_kit_versions_kit_id_version_pk" PRIMARY KEY("kit_id","version")
);
--> statement-breakpoint
CREATE TABLE "campaign_brand_kits" (
	"id" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"version" integer NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaign_caller_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"sha256" text NOT NULL,
	"caller" text NOT NULL,
	"created_at" bigint NOT NULL,
	"revoked_at" bigint,
	CONSTRAINT "campaign_caller_keys_sha256_unique" UNIQUE("sha256")
);
--> statement-breakpoint
CREATE TABLE "campaign_drafts" (
	"id" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"capability" text NOT NULL,
	"run" text NOT NULL,
	"review" text NOT NULL,
	"token_sha256" text NOT NULL,
	"brief" text NOT NULL,
	"request" text NOT NULL,
	"kit_id" text,
	"kit_version" integer,
	"result" text,
	"error" text,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaign_idempotent_requests" (
	"owner" text NOT NULL,
	"capability" text NOT NULL,
	"key" text NOT NULL,
	"request_sha256" text NOT NULL,
	"status" integer,
	"response" text,
	"created_at" bigint NOT NULL,
	CONSTRAINT "campaign_idempotent_requests_owner_capability_key_pk" PRIMARY KEY("owner","capability","key")
);
--> statement-breakpoint
CREATE TABLE "campaign_logos" (
	"sha256" text PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"is_one_color" boolean NOT NULL,
	"svg_sha256" text,
	"original_sha256" text NOT NULL,
	"media_type" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaign_receipts" (
	"id" text PRIMARY KEY NOT NULL,
	"draft_id" text NOT NULL,
	"owner" text NOT NULL,
	"content" text NOT NULL,
	"issued_at" bigint NOT NULL,
	CONSTRAINT "campaign_receipts_draftId_unique" UNIQUE("draft_id")
);
--> statement-breakpoint
CREATE INDEX "campaign_assets_sha256" ON "campaign_assets" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "campaign_brand_kits_owner" ON "campaign_brand_kits" USING btree ("owner","id");--> statement-breakpoint
CREATE INDEX "campaign_drafts_expires_at" ON "campaign_drafts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "campaign_drafts_owner" ON "campaign_drafts" USING btree ("owner","created_at");--> statement-breakpoint
CREATE INDEX "campaign_idempotent_requests_created_at" ON "campaign_idempotent_requests" USING btree ("created_at");